import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the browser tab, after the product's name. */
    title?: string;
    /** Shown without the navigation: a page for printing. */
    isBare?: boolean;
  }
}
