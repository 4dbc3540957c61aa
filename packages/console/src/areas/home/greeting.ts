const MORNING = 5;
const NOON = 12;
const EVENING = 18;

/** The part of the day for the greeting. */
export const greetingAt = (time: Date): 'morning' | 'afternoon' | 'evening' => {
  const hour = time.getHours();
  if (hour >= MORNING && hour < NOON) return 'morning';
  return hour >= NOON && hour < EVENING ? 'afternoon' : 'evening';
};
