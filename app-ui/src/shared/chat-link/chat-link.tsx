import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useIsTablet } from 'ui-kit';

interface ChatLinkProps {
  className: string | undefined;
  /** `/chat`, with its query. */
  to: string;
  /** False: a link to another page of the app. */
  isChat?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A link to the chat page, which is the full-screen messenger on small screens. */
export function ChatLink({ className, to, isChat = true, onClick, children }: ChatLinkProps) {
  const isFullScreen = useIsTablet() && isChat;
  return (
    <Link
      className={className}
      to={isFullScreen ? to.replace(/^\/chat/, '/chat/messenger') : to}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
