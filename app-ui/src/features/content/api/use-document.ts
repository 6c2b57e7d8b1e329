import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useTranslation } from 'ui-kit';
import { documentsQuery, legalDocumentOf } from '../../../shared/legal/documents';

/** Returns the query for the legal document of the address: null if it has no text. */
export function useDocument() {
  const { i18n } = useTranslation('app');
  const id = legalDocumentOf(useLocation().pathname)?.id;
  return useQuery({
    ...documentsQuery(i18n.language),
    select: (all) => all.find((document) => document.id === id && document.blocks.length > 0) ?? null,
  });
}
