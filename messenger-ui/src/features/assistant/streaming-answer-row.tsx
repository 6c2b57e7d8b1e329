import { useTranslation } from 'ui-kit';
import { Bubble, BubbleText, MessageFrame } from '../../components/bubble';
import { isEmojiOnly } from '../../model/markup';
import styles from './streaming-answer-row.module.css';

interface StreamingAnswerRowProps {
  selfId: string;
  /** The part of the answer received up to now. */
  text: string;
}

/** An answer that is being generated. Screen readers announce it once, when it is complete. */
export function StreamingAnswerRow({ selfId, text }: StreamingAnswerRowProps) {
  const { t } = useTranslation('messenger');
  const dots = (
    <span aria-hidden className={styles.dots}>
      <i />
      <i />
      <i />
    </span>
  );
  return (
    <MessageFrame label={t('assistant.waiting')} isOwn={false} author={null} isFirst isLast>
      <Bubble isEmojiOnly={isEmojiOnly(text)}>
        {text === '' && (
          <p className={styles.waiting}>
            {t('assistant.waiting')}
            {dots}
          </p>
        )}
        <BubbleText text={text} time="" selfId={selfId}>
          {text !== '' && dots}
        </BubbleText>
      </Bubble>
    </MessageFrame>
  );
}
