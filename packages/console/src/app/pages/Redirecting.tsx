import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Redirects from `/redirect/…` to the rest of that address, so that its page is mounted again. */
export function Redirecting() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(pathname.replace(/^\/redirect/, '') + search, { replace: true });
  }, [pathname, search, navigate]);
  return null;
}
