const voussoirs = [-72, -54, -36, -18, 18, 36, 54, 72].map((angle) => {
  const radians = ((angle - 90) * Math.PI) / 180;
  const at = (radius: number) => `${100 + radius * Math.cos(radians)} ${86 + radius * Math.sin(radians)}`;
  return `M${at(46)}L${at(70)}`;
});
const bars = [
  [66, 57],
  [83, 44],
  [100, 41],
  [117, 44],
  [134, 57],
] as const;

/**
 * Drawing of a gate in its arch, closed unless `open`, for empty lists and for pages that cannot be shown.
 */
export function GateArt({ open, width = 200 }: { open?: boolean; width?: number }) {
  return (
    <svg
      width={width}
      height={width * 0.86}
      viewBox="0 0 200 172"
      fill="none"
      aria-hidden="true"
      stroke="var(--text3)"
      strokeWidth="1.6"
      strokeLinecap="round"
    >
      <path d="M4 168H196" />
      <path d="M30 168V86a70 70 0 0 1 140 0v82" />
      <path d="M54 168V86a46 46 0 0 1 92 0v82" fill="var(--container)" />
      <g strokeOpacity=".55">
        {voussoirs.map((path) => (
          <path key={path} d={path} />
        ))}
        <path d="M30 110H54M146 110H170M30 136H54M146 136H170" />
      </g>
      {!open && (
        <g stroke="var(--text2)">
          {bars.map(([x, y]) => (
            <path key={x} d={`M${x} ${y}V158l-3.5 5h7l-3.5-5`} />
          ))}
          <path d="M55 76H145M55 102H145M55 128H145" />
        </g>
      )}
      <path d="M91.5 14h17l-3.6 25h-9.8z" fill="var(--brassMark)" stroke="none" />
    </svg>
  );
}
