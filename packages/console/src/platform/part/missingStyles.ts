const missing = new Set<HTMLLinkElement>();
let refetching: Promise<unknown> | undefined;

const isOurs = (link: HTMLLinkElement) => link.href.startsWith(`${window.location.origin}/`);

// In the capture phase, because errors of elements do not bubble.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && isOurs(target))
      missing.add(target);
  },
  true,
);

const fetchAgain = (link: HTMLLinkElement) =>
  new Promise<void>((settled) => {
    missing.delete(link);
    if (!link.isConnected) return settled();
    const next = link.cloneNode() as HTMLLinkElement;
    next.onload = () => settled();
    next.onerror = () => settled();
    link.replaceWith(next);
  });

/**
 * Loads again the style sheets that failed to load, because the bundler requests each only once. Returns
 * whether all are loaded; concurrent callers share one attempt.
 */
export const fetchMissingStyles = async (): Promise<boolean> => {
  refetching ??= Promise.all([...missing].map(fetchAgain)).finally(() => {
    refetching = undefined;
  });
  await refetching;
  return missing.size === 0;
};
