import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'ui-kit';
import bubble from './bubble.module.css';
import styles from './folded-text.module.css';

const LONG_CHARACTERS = 1_200;
const LONG_LINES = 20;

/** Whether a message is folded: it would fill the screen. */
export const isLong = (text: string): boolean =>
  text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;

/** The texts that the person opened: rows are mounted again when they come back into view. */
const opened = new Set<string>();
const MAX_OPENED = 50;

/** A long text of which the first lines are shown, and the rest at the press of a button. */
export function FoldedText({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation('messenger');
  const [isOpen, setIsOpen] = useState(() => opened.has(text));
  const toggle = (opens: boolean) => {
    if (opened.size >= MAX_OPENED) opened.clear();
    if (opens) opened.add(text);
    else opened.delete(text);
    setIsOpen(opens);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a hidden link that gets the focus must be seen */}
      <div
        className={`${bubble.text} ${styles.text}`}
        dir="auto"
        data-folded={!isOpen || undefined}
        onFocus={() => toggle(true)}
      >
        {children}
      </div>
      <UnstyledButton className={styles.toggle} aria-expanded={isOpen} onClick={() => toggle(!isOpen)}>
        {isOpen ? t('messageText.less') : t('messageText.more')}
      </UnstyledButton>
    </>
  );
}
