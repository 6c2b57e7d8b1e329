import { queryOptions } from '@tanstack/react-query';
import { HttpError } from 'ui-kit';
import { download } from 'ui-kit/download';

export interface DocumentPage {
  picture: Blob;
  /** Pages of the document. */
  total: number;
}

/** Query of a rendered page of a document, counted from 1. Null if the server cannot render it. */
export const documentPageQuery = (channelId: string, id: string, page: number) =>
  queryOptions({
    queryKey: ['chat', 'documentPage', id, page],
    queryFn: async ({ signal }): Promise<DocumentPage | null> => {
      try {
        const { blob, headers } = await download('/api/v2/chat/{channel}/attachments/{id}/pages/{page}/', {
          params: { path: { channel: channelId, id, page } },
          signal,
        });
        return { picture: blob, total: Number(headers.get('x-page-count') ?? 1) };
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    networkMode: 'always',
  });
