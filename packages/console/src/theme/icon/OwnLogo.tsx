import { Mark } from './Mark.tsx';

/** The installation's own logo, or the product's mark. */
export const OwnLogo = (props: { src: string | undefined; size: number; className?: string | undefined }) =>
  props.src && !props.src.startsWith('/static/') ? (
    <img
      src={props.src}
      alt=""
      className={props.className}
      style={{ height: props.size, maxWidth: props.size * 6 }}
    />
  ) : (
    <Mark size={props.size} />
  );
