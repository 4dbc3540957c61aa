/** Whether an element of a focusable kind is on the page, enabled and visible. */
export const canHoldFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && isVisible(element);

const isVisible = (element: Element): boolean => {
  if ('checkVisibility' in element) return element.checkVisibility({ visibilityProperty: true });
  // For Safari before 17.4, and for tests.
  for (let ancestor: Element | null = element; ancestor; ancestor = (ancestor as Element).parentElement)
    if (getComputedStyle(ancestor).display === 'none') return false;
  return true;
};
