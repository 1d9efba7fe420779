import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Stands in the browser's tab, after the product's name. */
    title?: string;
    /** Stands alone in its window, without the navigation: a page for printing. */
    isBare?: boolean;
  }
}
