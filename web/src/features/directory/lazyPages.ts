export { FindProviderPage } from './providers/FindProviderPage.tsx';
export { PrintProviderPage } from './providers/PrintProviderPage.tsx';
