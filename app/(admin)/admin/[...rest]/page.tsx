import { notFound } from "next/navigation";

/** Any other address below `/admin`. */
export default function UnknownAdminPage() {
  notFound();
}
