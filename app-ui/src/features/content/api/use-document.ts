import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useTranslation } from 'ui-kit';
import { documentsQuery, legalDocumentOf } from '../../../shared/legal/documents';

/** Returns the legal document of the address. */
export function useDocument() {
  const { i18n } = useTranslation('app');
  const { pathname } = useLocation();
  const { data, error, refetch } = useQuery(documentsQuery(i18n.language));
  const id = legalDocumentOf(pathname)?.id;
  const found = data?.find((document) => document.id === id);
  return {
    document: found !== undefined && found.blocks.length > 0 ? found : undefined,
    isLoading: data === undefined && error === null,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}
