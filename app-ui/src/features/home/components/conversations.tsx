import type { Profile } from 'ui-kit';
import { ChannelList } from './channel-list';
import { ContactList } from './contact-list';
import styles from './conversations.module.css';

/** Channels and contacts of the person. */
export default function Conversations({ profile: { id } }: { profile: Profile }) {
  return (
    <div className={styles.columns}>
      <ChannelList myId={id} />
      <ContactList myId={id} />
    </div>
  );
}
