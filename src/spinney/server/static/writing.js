// A field in which somebody writes keeps its text and its place while the page around it changes.

/** Is somebody writing? Idiomorph would leave out all that is in the focused element: only fields keep what is in them. */
export const writes = () => Boolean(document.activeElement?.matches("input, textarea, select"));

/** Keep the field in which somebody writes where it is on the screen; returns how, once all has changed. */
export function held() {
  const field = writes() && document.activeElement;
  const top = field && field.getBoundingClientRect().top;
  return () => field && scrollBy({ top: field.getBoundingClientRect().top - top, behavior: "instant" });
}
