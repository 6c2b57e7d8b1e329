import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'ui-kit';
import type { HasValue } from '../../model/search';
import styles from './gallery.module.css';

const TABS = [
  { id: 'image', label: 'gallery.pictures' },
  { id: 'file', label: 'gallery.files' },
  { id: 'link', label: 'gallery.links' },
] as const satisfies readonly { id: HasValue; label: string }[];

interface GalleryTabsProps {
  /** Begins the ids of the tabs. */
  id: string;
  panelId: string;
  current: HasValue;
  onChange: (tab: HasValue) => void;
}

/** Tabs of the gallery. Arrow keys, Home and End choose another one. */
export function GalleryTabs({ id, panelId, current, onChange }: GalleryTabsProps) {
  const { t } = useTranslation('messenger');
  const list = useRef<HTMLDivElement>(null);

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const at = TABS.findIndex((tab) => tab.id === current);
    const targets: Record<string, number> = {
      Home: 0,
      End: TABS.length - 1,
      [isRtl ? 'ArrowLeft' : 'ArrowRight']: (at + 1) % TABS.length,
      [isRtl ? 'ArrowRight' : 'ArrowLeft']: (at + TABS.length - 1) % TABS.length,
    };
    const index = targets[event.key];
    const tab = index === undefined ? undefined : TABS[index];
    if (index === undefined || !tab) return;
    event.preventDefault();
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };

  return (
    <div
      ref={list}
      className={styles.tabs}
      role="tablist"
      aria-label={t('gallery.title')}
      onKeyDown={handleKeyDown}
    >
      {TABS.map((tab) => (
        <UnstyledButton
          key={tab.id}
          id={`${id}-${tab.id}`}
          className={styles.tab}
          role="tab"
          aria-selected={tab.id === current}
          aria-controls={panelId}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {t(tab.label)}
        </UnstyledButton>
      ))}
    </div>
  );
}
