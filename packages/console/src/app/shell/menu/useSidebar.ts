import { useState } from 'react';
import { usePlatform } from '../../../platform/Platform.tsx';
import { isSidebarCollapsed, SIDEBAR_COOKIE } from './sidebarCookie.ts';

const LIFETIME_DAYS = 365;

/** Whether the side menu is collapsed; remembered in a cookie. */
export const useSidebar = (): [isCollapsed: boolean, toggle: () => void] => {
  const { cookies } = usePlatform();
  const [isCollapsed, setIsCollapsed] = useState(isSidebarCollapsed(cookies));
  const toggle = () => {
    cookies.set(SIDEBAR_COOKIE, isCollapsed ? '1' : '0', { days: LIFETIME_DAYS });
    setIsCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
};
