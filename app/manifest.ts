import type { MetadataRoute } from "next";
import { brand } from "@/lib/brand";

/** `/manifest.webmanifest` */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: brand.name,
    short_name: brand.name,
    description: brand.tagline,
    id: "/",
    start_url: "/read",
    display: "minimal-ui",
    background_color: "#FAF8F3",
    theme_color: "#FAF8F3",
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/192", type: "image/png", sizes: "192x192" },
      { src: "/icons/512", type: "image/png", sizes: "512x512" },
      { src: "/icons/512", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  };
}
