import { Eye, EyeOff } from 'lucide-react';
import { toast, useErrorText, useTranslation } from 'ui-kit';
import { type LikesState, useShowLikes } from '../api/feed';
import styles from './likes-switch.module.css';

/** Hides likes for the person, or shows them again. Some programmes do without. */
export function LikesSwitch({ state }: { state: LikesState }) {
  const { t } = useTranslation('feed');
  const errorText = useErrorText();
  const show = useShowLikes();
  if (state === 'off') return null;
  const isHidden = state === 'hidden';
  const Icon = isHidden ? Eye : EyeOff;
  return (
    <button
      type="button"
      className={styles.switch}
      aria-disabled={show.isPending}
      onClick={() => {
        if (!show.isPending)
          show.mutate(isHidden, { onError: (error) => void toast(errorText(error), 'danger') });
      }}
    >
      <Icon aria-hidden size={16} />
      {t(isHidden ? 'feed.showLikes' : 'feed.hideLikes')}
    </button>
  );
}
