import { useEffect, useRef } from 'react';

/** A view this close to the end follows the text. */
const nearEnd = 40;

/** Keeps the end of a growing text in view, unless the reader has scrolled away from it. */
export const useFollowedEnd = (text: string) => {
  const view = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const node = view.current;
    if (node && text !== '' && isAtEnd.current) node.scrollTop = node.scrollHeight;
  }, [text]);
  const onScroll = () => {
    const node = view.current;
    if (node) isAtEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < nearEnd;
  };
  const scrollTo = (place: 'start' | 'end') => {
    const node = view.current;
    if (node) node.scrollTop = place === 'start' ? 0 : node.scrollHeight;
  };
  return { view, onScroll, scrollTo };
};
