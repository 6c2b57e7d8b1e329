/** Small drawings, so that the page needs no files. */
const drawing = (sky: string, shape: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120"><rect width="160" height="120" fill="${sky}"/>${shape}</svg>`,
  )}`;

export const PICTURES = [
  drawing(
    '#fcecd6',
    '<rect x="20" y="70" width="120" height="10" rx="3" fill="#6b3f06"/><path d="M60 70V42l12-6v34z" fill="#1f5d4a"/><circle cx="104" cy="56" r="14" fill="none" stroke="#1f5d4a" stroke-width="7"/>',
  ),
  drawing(
    '#dfede5',
    '<path d="M40 98 62 36l22 62zM78 98l20-50 20 50z" fill="#1f5d4a"/><circle cx="128" cy="30" r="12" fill="#f0a44b"/>',
  ),
  drawing(
    '#e9ebe3',
    '<rect x="45" y="36" width="70" height="64" rx="4" fill="#fff"/><path d="M74 50h12v12h12v12H86v12H74V74H62V62h12z" fill="#c4452c"/>',
  ),
];
