import { UnstyledButton } from '@mantine/core';
import { MessagesSquare, Video } from 'lucide-react';
import { useTranslation } from 'ui-kit';
import { type Section, sections } from '../../shell/sections';
import { useStore } from '../../shell/use-store';
import styles from './section-menu.module.css';

/** Navigation between chat and video. */
export function SectionMenu() {
  const { t } = useTranslation('messenger');
  const current = useStore(sections, (state) => state.section);
  const item = (section: Section, Icon: typeof Video, label: string) => (
    <UnstyledButton
      className={styles.item}
      aria-current={current === section ? 'page' : undefined}
      onClick={() => sections.show(section)}
    >
      <Icon aria-hidden size={20} strokeWidth={1.9} />
      {label}
    </UnstyledButton>
  );
  return (
    <nav className={styles.menu} aria-label={t('sections.label')} data-section-menu="">
      {item('chat', MessagesSquare, t('sections.chat'))}
      {item('video', Video, t('sections.video'))}
    </nav>
  );
}
