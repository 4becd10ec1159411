print(f"""a {1}
