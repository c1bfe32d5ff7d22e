// Times as the reader's clock and language tell them: the hour today, before that the day, too.

const format = (options) => new Intl.DateTimeFormat(document.documentElement.lang, options);
const hour = { hour: "numeric", minute: "2-digit" };
const [today, earlier, whole] = [format(hour), format({ day: "numeric", month: "short", ...hour }), format({ dateStyle: "full", timeStyle: "short" })];

/** Fill in the times that are still empty; what is filled in stays when the page is renewed. */
export function tellTimes() {
  for (const element of document.querySelectorAll("time[data-mine]:empty")) {
    const time = new Date(element.dateTime);
    const recent = time.toDateString() === new Date().toDateString();
    element.textContent = (recent ? today : earlier).format(time);
    element.title = whole.format(time);
  }
}
