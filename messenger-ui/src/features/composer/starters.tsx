import { useTranslation } from 'ui-kit';
import type { ChannelStore } from '../../model/channel-store';
import { type Channel, counterpart, isWithBot } from '../../model/channels';
import { useChat } from '../../shell/chat-context';
import { useStore } from '../../shell/use-store';
import styles from './starters.module.css';

interface StartersProps {
  channel: Channel;
  channelStore: ChannelStore;
  /** Sends a question to the assistant. */
  onAsk: (question: string) => void;
  /** Puts a text into the composer, where the person changes and sends it. */
  onDraft: (text: string) => void;
}

const ORDER = ['first', 'second', 'third'] as const;

/** To whom first words are addressed. */
const WHO: Readonly<Record<string, 'mentor' | 'mentee'>> = { Mentor: 'mentor', Mentee: 'mentee' };

/** Labels by whom they are for. */
const LABELS = {
  assistant: 'starters.ask',
  mentor: 'starters.begin',
  mentee: 'starters.begin',
  team: 'starters.write',
} as const;

/** Returns the text as the composer gets it: the person writes in the place of the ellipsis. */
const openText = (text: string): string => text.replace(/…$/u, '');

/** Ways to begin an empty conversation: questions to the assistant, or first words to another person or the team. */
export function Starters({ channel, channelStore, onAsk, onDraft }: StartersProps) {
  const { t } = useTranslation('messenger');
  const { self } = useChat();
  const isEmpty = useStore(channelStore, (state) => {
    const { messages, pending, reachedBeginning } = state;
    return reachedBeginning && messages.length + pending.length === 0;
  });
  const { blackout } = channel;
  if (!isEmpty || (blackout.active && blackout.refusesSending)) return null;
  const isAssistant = channel.kind === 'assistant';
  const who = isWithBot(channel) ? channel.kind : WHO[counterpart(channel, self.id)?.role ?? ''];
  if (who === undefined) return null;
  const texts = ORDER.map((place) => t(`starters.${who}.${place}`));
  const label = t(LABELS[who]);
  return (
    <section className={styles.starters} aria-label={label}>
      <p className={styles.label}>{label}</p>
      <ul className={styles.list}>
        {texts.map((text) => (
          <li key={text}>
            <button
              type="button"
              className={styles.starter}
              onClick={() => (isAssistant ? onAsk(text) : onDraft(openText(text)))}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
