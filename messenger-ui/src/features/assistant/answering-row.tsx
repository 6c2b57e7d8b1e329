import { useTranslation } from 'ui-kit';
import type { Person } from '../conversation/people';
import { Bubble } from '../message-list/bubble';
import styles from './answering-row.module.css';

interface AnsweringRowProps {
  author: Person;
  selfId: string;
  /** As far as the answer has come. */
  text: string;
}

/** An answer on its way. Screen readers hear the answer once, when it is complete. */
export function AnsweringRow({ author, selfId, text }: AnsweringRowProps) {
  const { t } = useTranslation('messenger');
  const dots = (
    <span aria-hidden className={styles.dots}>
      <i />
      <i />
      <i />
    </span>
  );
  return (
    <Bubble
      author={author}
      isOwn={false}
      selfId={selfId}
      text={text}
      time=""
      label={t('assistant.waiting')}
      showAuthor={false}
      isFirst
      isLast
      attachments={
        text === '' && (
          <p className={styles.waiting}>
            {t('assistant.waiting')}
            {dots}
          </p>
        )
      }
      state={text !== '' && dots}
    />
  );
}
