import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react';

type Navigate = (href: string) => void;

/** How a page with a router opens another page: loading it would end the call. */
export const PageNavigation = createContext<Navigate | null>(null);

/** Returns a function that opens a page. */
export function useOpenPage(): Navigate {
  return useContext(PageNavigation) ?? ((href) => location.assign(href));
}

type PageLinkProps = ComponentProps<'a'> & { href: string };

/** A link to another page of the app. */
export function PageLink({ href, onClick, ...link }: PageLinkProps) {
  const navigate = useContext(PageNavigation);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (navigate === null || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...link} href={href} onClick={handleClick} />;
}

/** Other clicks open tabs and windows. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
