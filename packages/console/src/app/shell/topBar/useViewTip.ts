import { useState } from 'react';
import { usePlatform } from '../../../platform/Platform.tsx';

const TIP_KEY = 'viewSwitcherTip';

/** Whether to explain the areas: from the first time the pointer is over them until it was read once in this browser. */
export const useViewTip = () => {
  const { storage } = usePlatform();
  const [isRead, setRead] = useState(storage.get(TIP_KEY) !== undefined);
  const [isAsked, setAsked] = useState(false);
  return {
    isShown: isAsked && !isRead,
    show: () => setAsked(true),
    read: () => {
      storage.set(TIP_KEY, '1');
      setRead(true);
    },
  };
};
