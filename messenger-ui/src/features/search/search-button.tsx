import { Search } from 'lucide-react';
import { IconButton, useTranslation } from 'ui-kit';
import type { Selection } from '../../shell/selection';

/** Opens the search in place of the list. */
export function SearchButton({
  selection,
  className,
}: {
  selection: Selection;
  className?: string | undefined;
}) {
  const { t } = useTranslation('messenger');
  return (
    <IconButton
      className={className}
      label={t('search.open')}
      data-search-open=""
      onClick={() => selection.searchFor('')}
    >
      <Search aria-hidden size={18} />
    </IconButton>
  );
}
