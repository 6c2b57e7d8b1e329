import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from 'ui-kit';
import { matchesAll } from '../../../shared/rich-text/highlight';
import { Highlighted, plainText, TextBlocks } from '../../../shared/rich-text/rich-text';
import type { Question } from '../api/faq';
import styles from '../pages/faq-page.module.css';

interface QuestionItemProps {
  question: Question;
  words: readonly string[];
  /** Whether the fragment of the address names it. */
  isTarget: boolean;
}

/** A native disclosure: works with the keyboard, is found by the browser's search and prints open. */
export function QuestionItem({ question, words, isTarget }: QuestionItemProps) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const element = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(isTarget);
  // Opens if a search hit is in the answer.
  const hasHit =
    words.length > 0 &&
    words.some((word) => !matchesAll(question.question, [word])) &&
    matchesAll(plainText(question.answer), words);

  useEffect(() => {
    if (!isTarget) return;
    setIsOpen(true);
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [isTarget]);

  return (
    <details
      ref={element}
      id={question.key}
      className={styles.question}
      open={isOpen || hasHit}
      onToggle={(event) => {
        const isNow = event.currentTarget.open;
        if (hasHit || isNow === isOpen) return;
        setIsOpen(isNow);
        // Keeps the open question in the address for sharing and reloads.
        if (isNow) void navigate({ hash: question.key }, { replace: true, preventScrollReset: true });
      }}
    >
      <summary className={styles.summary}>
        <span className={styles.prefix}>{t('faq.prefix')}</span>
        <h3 className={styles.text} dir="auto">
          <Highlighted text={question.question} words={words} />
        </h3>
        <ChevronDown aria-hidden className={styles.arrow} size={18} />
      </summary>
      <div className={styles.answer}>
        <TextBlocks blocks={question.answer} words={words} />
      </div>
    </details>
  );
}
