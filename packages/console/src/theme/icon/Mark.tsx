/** The product's logo: an arch held by its keystone. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      style={{ flex: 'none', display: 'block' }}
    >
      <g fill="var(--ink)">
        <path d="M12.1 3.1A12 12 0 0 0 5 14.2V24.6h5.4V14.9a5.6 5.6 0 0 1 3.2-5.05Z" />
        <path d="M19.9 3.1A12 12 0 0 1 27 14.2V24.6h-5.4V14.9a5.6 5.6 0 0 0-3.2-5.05Z" />
        <path d="M3 26.1h8.6V30H3a1 1 0 0 1-1-1v-1.9a1 1 0 0 1 1-1ZM20.4 26.1H29a1 1 0 0 1 1 1V29a1 1 0 0 1-1 1h-8.6Z" />
      </g>
      <path
        fill="var(--brassMark)"
        d="M13.3 2h5.4a.5.5 0 0 1 .48.63L17.3 9.6a.55.55 0 0 1-.53.4h-1.54a.55.55 0 0 1-.53-.4L12.82 2.63A.5.5 0 0 1 13.3 2Z"
      />
    </svg>
  );
}
