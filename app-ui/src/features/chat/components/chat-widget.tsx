import { MessengerWidget } from 'messenger-ui/widget';
import { AppNavigation } from './app-navigation';

/** The messenger widget, as a chunk of its own. */
export default function ChatWidget() {
  return (
    <AppNavigation>
      <MessengerWidget />
    </AppNavigation>
  );
}
