// Times as the reader's clock and language tell them: the hour today, before that the day, too.

// Of the page's language the reader's own kind: English has two clocks.
const { lang } = document.documentElement;
const own = navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
const format = (options) => new Intl.DateTimeFormat(own, options);
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
