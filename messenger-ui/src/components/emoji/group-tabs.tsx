import {
  Apple,
  Clock3,
  Flag,
  Hash,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Smile,
  Trophy,
} from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import type { GroupId } from './catalogue';
import styles from './group-tabs.module.css';

const ICONS: Record<GroupId, LucideIcon> = {
  frequent: Clock3,
  people: Smile,
  nature: PawPrint,
  foods: Apple,
  activity: Trophy,
  places: Plane,
  objects: Lightbulb,
  symbols: Hash,
  flags: Flag,
};

interface GroupTabsProps {
  /** The visible group; null during a search. */
  current: string | null;
  onChoose: (id: string) => void;
}

/** Tabs that scroll the list to a group. */
export function GroupTabs({ current, onChoose }: GroupTabsProps) {
  const { t } = useTranslation('messenger');
  return (
    <nav className={styles.tabs} aria-label={t('emoji.groupsLabel')}>
      {Object.entries(ICONS).map(([id, Icon]) => (
        <IconButton
          key={id}
          size={30}
          className={styles.tab}
          label={t(`emoji.groups.${id}`)}
          aria-current={id === current || undefined}
          onClick={() => onChoose(id)}
        >
          <Icon aria-hidden size={17} strokeWidth={1.9} />
        </IconButton>
      ))}
    </nav>
  );
}
