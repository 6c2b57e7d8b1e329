import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast, useTranslation } from 'ui-kit';
import { type FeedPost, setLike, storeLikes } from '../api/feed';

/** An item whose likes are shown. */
export type LikedPost = FeedPost & { feedLikes: number };

/**
 * The like of an item. What the person chose last is shown while requests are under way; without them, what the server said.
 * So a failure needs no undo of its own.
 */
export function useLike({ id, isLiked, feedLikes }: LikedPost) {
  const { t } = useTranslation('feed');
  const queries = useQueryClient();
  const mutationKey = ['feed-like', id];
  const { mutate } = useMutation({
    mutationKey,
    // Several presses are sent one after the other.
    scope: { id: mutationKey.join() },
    networkMode: 'always',
    mutationFn: (liked: boolean) => setLike(id, liked),
    onSuccess: (likes) => storeLikes(queries, likes),
    onError: () => toast(t('feed.likeFailed'), 'danger'),
  });
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending', exact: true },
    select: ({ state }) => state.variables as boolean,
  });
  const shown = pending.at(-1) ?? isLiked;
  return {
    isLiked: shown,
    count: feedLikes + Number(shown) - Number(isLiked),
    toggle: () => mutate(!shown),
  };
}
