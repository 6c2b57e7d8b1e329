import { Button, Popover } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'ui-kit';
import { type FeedFilter, partsOf } from '../filter';
import { FilterForm } from './filter-form';
import styles from './filter-popover.module.css';

interface FilterPopoverProps {
  filter: FeedFilter;
  onApply: (filter: FeedFilter) => void;
}

/** The button that opens the filter; says how many parts of it are active. */
export function FilterPopover({ filter, onApply }: FilterPopoverProps) {
  const { t } = useTranslation('feed');
  const [isOpen, setIsOpen] = useState(false);
  const active = partsOf(filter);
  const apply = (next: FeedFilter) => {
    setIsOpen(false);
    onApply(next);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(23rem, calc(100vw - 1.5rem))"
      radius="lg"
      shadow="lg"
      offset={8}
      trapFocus
      returnFocus
      withinPortal={false}
      classNames={{ dropdown: styles.panel ?? '' }}
    >
      <Popover.Target>
        <Button
          variant={active > 0 ? 'light' : 'default'}
          radius="xl"
          size="md"
          leftSection={<SlidersHorizontal aria-hidden size={18} />}
          rightSection={
            active > 0 ? (
              <span aria-hidden className={styles.count}>
                {active}
              </span>
            ) : undefined
          }
          aria-label={active > 0 ? t('feed.filter.buttonActive', { count: active }) : undefined}
          onClick={() => setIsOpen((was) => !was)}
        >
          {t('feed.filter.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('feed.filter.button')}>
        <FilterForm filter={filter} onApply={apply} />
      </Popover.Dropdown>
    </Popover>
  );
}
