// On the page on which a sign-in waits for a reviewer: counts the time, and goes on once it is decided.
const PAUSE_MS = 3_000;
const guard = '/core/auth/login/guard/';
const clock = document.querySelector('[data-waits]');
const began = Date.now() - Number(clock.dataset.waits) * 1_000;

const tick = () => {
  const seconds = Math.floor((Date.now() - began) / 1_000);
  const rest = String(seconds % 60).padStart(2, '0');
  clock.textContent = `${Math.floor(seconds / 60)}:${rest}`;
};
tick();
setInterval(tick, 1_000);

const ask = async () => {
  const answer = await fetch('/api/v1/authentication/login-confirm-ticket/status/', {
    headers: { accept: 'application/json' },
  });
  // A server that starts or stops says nothing of the sign-in.
  if (answer.status >= 500) return false;
  const { error } = await answer.json();
  if (error === 'login_confirm_wait') return false;
  if (!error) document.querySelector('[data-state]').hidden = false;
  location.replace(guard);
  return true;
};

const follow = async () => {
  // Without a connection, or with a server that restarts, the next question may be answered.
  const isOver = await ask().catch(() => false);
  if (!isOver) setTimeout(follow, PAUSE_MS);
};
setTimeout(follow, PAUSE_MS);
