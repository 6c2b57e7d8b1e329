//! The attribute of handlers. Its arguments are those of `utoipa::path`, without what the route table says.

use proc_macro::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};

/// Describes a handler in the OpenAPI document: `#[web::operation(operation_id = "…", responses(…))]`, with the arguments of
/// `utoipa::path` except method, path, tag and security. These, and the refusals of the policy, follow from the route table.
/// A response from 400 on without a body has an `ErrorBody`.
///
/// The description belongs to an empty enum with the name of the handler, so that one path names both in a route table.
#[proc_macro_attribute]
pub fn operation(arguments: TokenStream, handler: TokenStream) -> TokenStream {
    let mut after_fn = handler.clone().into_iter().skip_while(|token| token.to_string() != "fn").skip(1);
    let Some(TokenTree::Ident(name)) = after_fn.next() else {
        return parse("compile_error!(\"`operation` describes functions.\");");
    };
    let described =
        parse(&format!("#[doc(hidden)] #[allow(non_camel_case_types, unreachable_pub)] pub enum {name} {{}}"));
    // `utoipa::path` insists on a method and a path.
    let mut path_arguments = parse(&format!("impl_for = {name}, get, path = \"\","));
    path_arguments.extend(arguments);
    let mut path = parse("::utoipa::path");
    path.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, path_arguments))]);
    let attribute =
        [TokenTree::Punct(Punct::new('#', Spacing::Alone)), TokenTree::Group(Group::new(Delimiter::Bracket, path))];
    described.into_iter().chain(attribute).chain(handler).collect()
}

fn parse(code: &str) -> TokenStream {
    code.parse().expect("the code of this macro is valid")
}
