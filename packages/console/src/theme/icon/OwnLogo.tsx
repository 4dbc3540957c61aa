import { Mark } from './Mark.tsx';

/** The installation's own logo, at most three times as wide as high, or the product's mark. */
export const OwnLogo = (props: { src: string | undefined; size: number; className?: string | undefined }) =>
  props.src && !props.src.startsWith('/static/') ? (
    <img
      src={props.src}
      alt=""
      className={props.className}
      style={{ height: props.size, maxWidth: props.size * 3, objectFit: 'contain' }}
    />
  ) : (
    <Mark size={props.size} />
  );
