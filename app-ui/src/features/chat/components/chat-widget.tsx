import { MessengerWidget } from 'messenger-ui/widget';
import { AppNavigation } from './app-navigation';

/** The messenger widget, as a chunk of its own. The bar of a phone counts unread messages, too, right below the button. */
export default function ChatWidget({ hasBar }: { hasBar: boolean }) {
  return (
    <AppNavigation>
      <MessengerWidget hasFloatingCount={!hasBar} />
    </AppNavigation>
  );
}
