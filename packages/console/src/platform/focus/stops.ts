const STOPS = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

/**
 * All elements of focusable kinds in a part of the page, and the part itself if it is one; also those that
 * are disabled or outside the tab order.
 */
export const stopsOf = (part: Element): HTMLElement[] =>
  [part, ...part.querySelectorAll(STOPS)].filter(
    (element): element is HTMLElement => element instanceof HTMLElement && element.matches(STOPS),
  );

const REGIONS = 'main, [role="dialog"], [role="region"], [data-region], section[aria-label]';

/** The region around a place, made focusable if it is not. */
export const regionAround = (place: Element): HTMLElement | undefined => {
  const region = place.closest<HTMLElement>(REGIONS) ?? undefined;
  if (region && !region.hasAttribute('tabindex')) region.tabIndex = -1;
  return region;
};
