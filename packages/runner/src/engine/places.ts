/** A limited number of places, given in the order in which they are asked for. */
export const createPlaces = (places: number) => {
  const waiting: (() => void)[] = [];
  let free = places;
  return {
    enter: async (): Promise<void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** Whether the next one would have to wait. */
    isFull: (): boolean => free === 0,
    leave: (): void => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
};
