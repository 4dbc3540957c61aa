import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Passes through `/redirect/…` to the address behind it, so that the page there starts anew. */
export function Redirecting() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(pathname.replace(/^\/redirect/, '') + search, { replace: true });
  }, [pathname, search, navigate]);
  return null;
}
