import { MessengerWidget } from 'messenger-ui/widget';

/** The docked messenger, as a chunk of its own. */
export default function ChatDock() {
  return <MessengerWidget />;
}
