import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from 'ui-kit';
import { hasAll } from '../texts/highlight';
import { Highlighted, plainText, TextBlocks } from '../texts/text-blocks';
import type { Question } from './faq';
import styles from './faq-page.module.css';

interface QuestionItemProps {
  question: Question;
  words: readonly string[];
  /** The address names it. */
  isWanted: boolean;
}

/** The browser's own disclosure: it works by key, is found by the browser's search and prints open. */
export function QuestionItem({ question, words, isWanted }: QuestionItemProps) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const element = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(isWanted);
  // A hit that stands in the answer must be seen.
  const isFound =
    words.length > 0 &&
    words.some((word) => !hasAll(question.question, [word])) &&
    hasAll(plainText(question.answer), words);

  useEffect(() => {
    if (!isWanted) return;
    setIsOpen(true);
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);

  return (
    <details
      ref={element}
      id={question.key}
      className={styles.question}
      open={isOpen || isFound}
      onToggle={(event) => {
        const isNow = event.currentTarget.open;
        if (isFound || isNow === isOpen) return;
        setIsOpen(isNow);
        // What is open can be shared and found again by a reload.
        if (isNow) void navigate({ hash: question.key }, { replace: true, preventScrollReset: true });
      }}
    >
      <summary className={styles.summary}>
        <span className={styles.prefix}>{t('faq.prefix')}</span>
        <h3 className={styles.words} dir="auto">
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
