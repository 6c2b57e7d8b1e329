import { PageNavigation } from 'messenger-ui/page-navigation';
import { type ReactNode, useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Makes the messenger's links to pages steps of the router. */
export function AppNavigation({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const open = useCallback((href: string) => void navigate(href), [navigate]);
  return <PageNavigation value={open}>{children}</PageNavigation>;
}
