// What only a screen reader tells: changes that others see.

const announcer = document.createElement("p");
announcer.className = "unseen";
announcer.role = "status";
document.body.append(announcer);

export function announce(text) {
  announcer.textContent = text;
}
