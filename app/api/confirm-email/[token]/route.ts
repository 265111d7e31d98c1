import { confirmAddress } from "@/lib/domain/onboarding/address-confirmation";
import { confirmationLink } from "@/lib/http/route/signed-link";

export const POST = confirmationLink({
  summary: "Confirms the address of a sign-up that belongs to an existing subscriber",
  purpose: "address-confirmation",
  confirm: confirmAddress,
});
